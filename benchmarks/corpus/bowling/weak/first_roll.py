"""Nothing beyond the first two rolls of the first frame."""


@proves(R1)
def minus_one():
    """A negative roll is refused."""
    game = Game()
    with raises(InvalidRoll):
        game.roll(-1)


@proves(R1)
def eleven():
    """Eleven are refused."""
    game = Game()
    with raises(InvalidRoll):
        game.roll(11)


@proves(R2)
def strike_pending():
    """A strike is not settled."""
    game = Game()
    game.roll(10)
    assert game.frames() == [None]


@proves(R2)
def first_frame():
    """The first frame has its sum."""
    game = Game()
    game.roll(1)
    game.roll(2)
    assert game.frames() == [3]


@proves(R3)
def score_first():
    """Three points."""
    game = Game()
    game.roll(1)
    game.roll(2)
    assert game.score() == 3


@proves(R3)
def score_none():
    """No points yet."""
    game = Game()
    game.roll(10)
    assert game.score() == 0


@proves(R4)
def state_first():
    """After a roll of four six pins stand."""
    game = Game()
    game.roll(4)
    assert game.frame == 1
    assert game.standing == 6
    assert game.over is False
