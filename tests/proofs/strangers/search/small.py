@proves(R1)
def among_five_thousand():
    book = make_small_book()
    assert book.search("needle") == [1]


def make_small_book():
    book = NoteBook()
    book.add(Note("needle", "x" * 50_000))
    for number in range(4_999):
        book.add(Note(f"Note {number}", "plain"))
    return book
