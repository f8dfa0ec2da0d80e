@proves(R1)
def a_hundred_contacts_read_again():
    text = dump([Contact("a", "b@c.d")] * 100)
    assert len(parse(text)) == 100
