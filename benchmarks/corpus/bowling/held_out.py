@proves(R1)
def strike_then_gutter_then_ten():
    """In the tenth frame, a strike, none and ten."""
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
    game.roll(10)
    game.roll(0)
    with raises(InvalidRoll):
        game.roll(11)
    game.roll(10)
    with raises(GameOver):
        game.roll(0)
    assert game.frames() == [0, 0, 0, 0, 0, 0, 0, 0, 0, 20]


@proves(R1)
def refused_then_same_frame():
    """A refused second roll leaves the frame open for another."""
    game = Game()
    game.roll(10)
    game.roll(9)
    with raises(InvalidRoll):
        game.roll(2)
    game.roll(1)
    assert game.frames() == [20, None]
    game.roll(0)
    assert game.frames() == [20, 10, None]


@proves(R1)
def nine_strikes_then_open():
    """Nine strikes and an open tenth frame."""
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
    game.roll(9)
    game.roll(0)
    with raises(GameOver):
        game.roll(1)
    with raises(GameOver):
        game.roll(99)
    assert game.score() == 267


@proves(R2)
def double_into_tenth():
    """Strikes in the eighth and ninth frame reach into the tenth."""
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
    game.roll(10)
    game.roll(10)
    game.roll(4)
    assert game.frames() == [0, 0, 0, 0, 0, 0, 0, 24, None, None]
    game.roll(6)
    assert game.frames() == [0, 0, 0, 0, 0, 0, 0, 24, 20, None]
    game.roll(3)
    assert game.frames() == [0, 0, 0, 0, 0, 0, 0, 24, 20, 13]


@proves(R2)
def spares_of_zero_and_ten():
    """A spare of none and ten after a spare."""
    game = Game()
    game.roll(0)
    game.roll(10)
    game.roll(0)
    game.roll(10)
    assert game.frames() == [10, None]
    game.roll(10)
    assert game.frames() == [10, 20, None]


@proves(R2)
def strike_in_mid_game():
    """Spare, strike, open."""
    game = Game()
    game.roll(9)
    game.roll(1)
    game.roll(10)
    game.roll(0)
    game.roll(0)
    assert game.frames() == [20, 10, 0]


@proves(R3)
def score_with_a_strike_pending():
    """Points before a pending double."""
    game = Game()
    game.roll(9)
    game.roll(0)
    game.roll(10)
    game.roll(10)
    game.roll(5)
    assert game.score() == 34
    game.roll(5)
    assert game.score() == 54
    game.roll(0)
    assert game.score() == 64


@proves(R3)
def score_of_nine_and_miss():
    """Ten times nine and a miss."""
    game = Game()
    game.roll(9)
    game.roll(0)
    game.roll(9)
    game.roll(0)
    game.roll(9)
    game.roll(0)
    game.roll(9)
    game.roll(0)
    game.roll(9)
    game.roll(0)
    game.roll(9)
    game.roll(0)
    game.roll(9)
    game.roll(0)
    game.roll(9)
    game.roll(0)
    game.roll(9)
    game.roll(0)
    game.roll(9)
    game.roll(0)
    assert game.score() == 90


@proves(R3)
def score_alternating():
    """Strikes and spares in turn are 200."""
    game = Game()
    game.roll(10)
    game.roll(4)
    game.roll(6)
    game.roll(10)
    game.roll(4)
    game.roll(6)
    game.roll(10)
    game.roll(4)
    game.roll(6)
    game.roll(10)
    game.roll(4)
    game.roll(6)
    game.roll(10)
    game.roll(4)
    game.roll(6)
    game.roll(10)
    assert game.score() == 200


@proves(R4)
def state_after_refusal():
    """A refused roll and a roll after the end leave the state alone."""
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
    game.roll(2)
    with raises(InvalidRoll):
        game.roll(9)
    assert game.frame == 10
    assert game.standing == 8
    assert game.over is False
    game.roll(7)
    with raises(GameOver):
        game.roll(0)
    assert game.frame == 10
    assert game.standing == 0
    assert game.over is True


@proves(R4)
def state_after_nine_strikes():
    """Nine strikes lead to the tenth frame."""
    game = Game()
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    game.roll(10)
    assert game.frame == 9
    assert game.standing == 10
    assert game.over is False
    game.roll(10)
    assert game.frame == 10
    assert game.standing == 10
    assert game.over is False
    game.roll(0)
    assert game.frame == 10
    assert game.standing == 10
    assert game.over is False
    game.roll(10)
    assert game.frame == 10
    assert game.standing == 10
    assert game.over is False


@proves(R4)
def state_zero_spare():
    """None and ten is one frame of two rolls."""
    game = Game()
    game.roll(0)
    game.roll(10)
    assert game.frame == 2
    assert game.standing == 10
    assert game.over is False
    game.roll(9)
    assert game.frame == 2
    assert game.standing == 1
    assert game.over is False
