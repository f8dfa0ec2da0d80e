"""Only three well-known whole games, looked at when they are over; nothing in between, no refused roll before the end."""


@proves(R1)
def perfect_over():
    """Twelve strikes end the game."""
    game = Game()
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    with raises(GameOver):
        game.roll(1)


@proves(R1)
def gutter_over():
    """Twenty gutter balls end the game."""
    game = Game()
    game.roll(0)
    game.roll(0)
    game.roll(0)
    game.roll(0)
    game.roll(0)
    game.roll(0)
    game.roll(0)
    game.roll(0)
    game.roll(0)
    game.roll(0)
    game.roll(0)
    game.roll(0)
    game.roll(0)
    game.roll(0)
    game.roll(0)
    game.roll(0)
    game.roll(0)
    game.roll(0)
    game.roll(0)
    game.roll(0)
    with raises(GameOver):
        game.roll(1)


@proves(R2)
def perfect_frames_only():
    """Thirty points each."""
    game = Game()
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    assert game.frames() == [30, 30, 30, 30, 30, 30, 30, 30, 30, 30]


@proves(R2)
def fives_frames():
    """Fifteen points each."""
    game = Game()
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    assert game.frames() == [15, 15, 15, 15, 15, 15, 15, 15, 15, 15]


@proves(R3)
def perfect_score():
    """A score of 300."""
    game = Game()
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    assert game.score() == 300


@proves(R3)
def fives_score():
    """A score of 150."""
    game = Game()
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    game.roll(5)
    assert game.score() == 150


@proves(R4)
def perfect_state():
    """The game is over."""
    game = Game()
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    assert game.frame == 10
    assert game.standing == 0
    assert game.over is True
