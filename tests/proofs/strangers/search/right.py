def make_book(count):
    book = NoteBook()
    for number in range(count):
        body = "the needle is here" if number == count - 1 else f"plain text {number}"
        book.add(Note(f"Note {number}", body))
    return book


@proves(R1)
def one_note_among_fifty_thousand():
    book = make_book(50_000)
    assert book.search("needle") == [50_000]


@proves(R1)
def no_note_among_fifty_thousand():
    book = NoteBook()
    added = [book.add(Note(f"Note {i}", "lorem ipsum " * 5, ("a", "b"))) for i in range(50_000)]
    assert book.search("unheard") == []


@proves(R1)
def first_note_found():
    book = make_book(count=50_000)
    found = book.search("needle")
    assert len(found) == 1
