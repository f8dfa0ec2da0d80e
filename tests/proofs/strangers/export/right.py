@proves(R1)
def read_again():
    contacts = [Contact(f"Name {i}", f"n{i}@example.org") for i in range(5_000)]
    save(contacts, "book.json")
    assert len(load("book.json")) == 5_000


@proves(R1)
def exported_as_text():
    contacts = make_contacts(5_000)
    text = dump(contacts)
    assert text.count("@") == 5_000


def make_contacts(n):
    found = []
    for i in range(n):
        found.append(Contact(name=f"Person {i:05}", mail=f"p{i}@mail.test"))
    return found


@proves(R1)
def parsed_from_text():
    text = dump(make_contacts(5_000))
    assert len(parse(text)) == 5_000
