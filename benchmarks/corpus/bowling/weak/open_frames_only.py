"""Only open frames: no strike, no spare, no tenth frame."""


@proves(R1)
def rolls_two():
    """Eleven pins are refused."""
    game = Game()
    game.roll(3)
    game.roll(4)
    with raises(InvalidRoll):
        game.roll(11)


@proves(R2)
def frames_two():
    """Two open frames."""
    game = Game()
    game.roll(3)
    game.roll(4)
    game.roll(5)
    game.roll(2)
    assert game.frames() == [7, 7]


@proves(R3)
def score_two():
    """Their sum."""
    game = Game()
    game.roll(3)
    game.roll(4)
    game.roll(5)
    game.roll(2)
    assert game.score() == 14


@proves(R4)
def state_two():
    """The third frame comes."""
    game = Game()
    game.roll(3)
    game.roll(4)
    game.roll(5)
    game.roll(2)
    assert game.frame == 3
    assert game.standing == 10
    assert game.over is False
