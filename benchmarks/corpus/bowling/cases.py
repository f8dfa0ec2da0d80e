@proves(R1)
def too_many_pins():
    """Eleven pins are refused, ten are not."""
    game = Game()
    with raises(InvalidRoll):
        game.roll(11)
    game.roll(10)
    assert game.frames() == [None]


@proves(R1)
def negative_pins():
    """Fewer than no pins are refused, none are not."""
    game = Game()
    with raises(InvalidRoll):
        game.roll(-1)
    game.roll(0)
    assert game.frames() == [None]


@proves(R1)
def more_than_stand():
    """The second roll cannot exceed what stands."""
    game = Game()
    game.roll(4)
    with raises(InvalidRoll):
        game.roll(7)
    game.roll(6)
    assert game.frames() == [None]


@proves(R1)
def refused_roll_changes_nothing():
    """After refused rolls everything is as before."""
    game = Game()
    game.roll(3)
    game.roll(4)
    game.roll(6)
    with raises(InvalidRoll):
        game.roll(5)
    with raises(InvalidRoll):
        game.roll(-2)
    with raises(InvalidRoll):
        game.roll(11)
    assert game.frames() == [7, None]
    assert game.score() == 7
    assert game.frame == 2
    assert game.standing == 4
    assert game.over is False
    game.roll(3)
    assert game.frames() == [7, 9]


@proves(R1)
def over_after_open_tenth():
    """An open tenth frame has two rolls."""
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
    game.roll(3)
    game.roll(4)
    with raises(GameOver):
        game.roll(0)
    assert game.frames() == [0, 0, 0, 0, 0, 0, 0, 0, 0, 7]


@proves(R1)
def third_roll_after_spare():
    """A spare in the tenth frame gives one more roll with ten pins."""
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
    game.roll(3)
    game.roll(7)
    with raises(InvalidRoll):
        game.roll(11)
    game.roll(10)
    with raises(GameOver):
        game.roll(0)
    assert game.frames() == [0, 0, 0, 0, 0, 0, 0, 0, 0, 20]


@proves(R1)
def third_roll_after_zero_ten():
    """None and ten are a spare in the tenth frame too."""
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
    game.roll(10)
    game.roll(4)
    with raises(GameOver):
        game.roll(0)
    assert game.frames() == [0, 0, 0, 0, 0, 0, 0, 0, 0, 14]


@proves(R1)
def two_rolls_after_strike():
    """A strike in the tenth frame gives two more rolls on the same pins."""
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
    game.roll(3)
    with raises(InvalidRoll):
        game.roll(8)
    game.roll(7)
    with raises(GameOver):
        game.roll(1)
    assert game.frames() == [0, 0, 0, 0, 0, 0, 0, 0, 0, 20]


@proves(R1)
def second_strike_in_tenth():
    """After two strikes in the tenth frame ten pins stand again."""
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
    game.roll(10)
    with raises(InvalidRoll):
        game.roll(11)
    game.roll(4)
    with raises(GameOver):
        game.roll(0)
    assert game.frames() == [0, 0, 0, 0, 0, 0, 0, 0, 0, 24]


@proves(R1)
def game_over_whatever_pins():
    """When the game is over, impossible numbers of pins raise GameOver too."""
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
        game.roll(-1)
    with raises(GameOver):
        game.roll(11)
    with raises(GameOver):
        game.roll(0)
    assert game.score() == 0
    assert game.frames() == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]


@proves(R1)
def perfect_game_ends():
    """Twelve strikes are a whole game."""
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
        game.roll(10)
    assert game.score() == 300


@proves(R2)
def no_frames_at_first():
    """Without rolls there are no frames."""
    game = Game()
    assert game.frames() == []


@proves(R2)
def open_frames():
    """Open frames have the sum of their rolls, not added up."""
    game = Game()
    game.roll(3)
    game.roll(4)
    assert game.frames() == [7]
    game.roll(0)
    game.roll(5)
    assert game.frames() == [7, 5]


@proves(R2)
def half_a_frame():
    """A frame with a roll to come has None."""
    game = Game()
    game.roll(3)
    game.roll(4)
    game.roll(5)
    assert game.frames() == [7, None]


@proves(R2)
def spare_waits_for_one_roll():
    """A spare counts the next roll."""
    game = Game()
    game.roll(6)
    game.roll(4)
    assert game.frames() == [None]
    game.roll(5)
    assert game.frames() == [15, None]
    game.roll(1)
    assert game.frames() == [15, 6]


@proves(R2)
def zero_and_ten_is_a_spare():
    """None and then ten is a spare, not a strike."""
    game = Game()
    game.roll(0)
    game.roll(10)
    game.roll(3)
    assert game.frames() == [13, None]
    game.roll(4)
    assert game.frames() == [13, 7]


@proves(R2)
def strike_waits_for_two_rolls():
    """A strike counts the next two rolls."""
    game = Game()
    game.roll(10)
    assert game.frames() == [None]
    game.roll(3)
    assert game.frames() == [None, None]
    game.roll(4)
    assert game.frames() == [17, 7]


@proves(R2)
def strikes_in_a_row():
    """The next two rolls may belong to two frames."""
    game = Game()
    game.roll(10)
    game.roll(10)
    assert game.frames() == [None, None]
    game.roll(4)
    assert game.frames() == [24, None, None]
    game.roll(2)
    assert game.frames() == [24, 16, 6]


@proves(R2)
def strike_then_spare():
    """A spare after a strike."""
    game = Game()
    game.roll(10)
    game.roll(3)
    game.roll(7)
    assert game.frames() == [20, None]
    game.roll(10)
    assert game.frames() == [20, 20, None]


@proves(R2)
def ninth_strike_takes_from_tenth():
    """A strike in the ninth frame counts two rolls of the tenth."""
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
    game.roll(10)
    game.roll(10)
    assert game.frames() == [0, 0, 0, 0, 0, 0, 0, 0, None, None]
    game.roll(3)
    assert game.frames() == [0, 0, 0, 0, 0, 0, 0, 0, 23, None]
    game.roll(5)
    assert game.frames() == [0, 0, 0, 0, 0, 0, 0, 0, 23, 18]


@proves(R2)
def ninth_spare_takes_from_tenth():
    """A spare in the ninth frame counts one roll of the tenth."""
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
    game.roll(8)
    game.roll(2)
    game.roll(6)
    assert game.frames() == [0, 0, 0, 0, 0, 0, 0, 0, 16, None]
    game.roll(1)
    assert game.frames() == [0, 0, 0, 0, 0, 0, 0, 0, 16, 7]


@proves(R2)
def tenth_waits_for_its_rolls():
    """The tenth frame has None until its last roll, and then their plain sum."""
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
    assert game.frames() == [0, 0, 0, 0, 0, 0, 0, 0, 0, None]
    game.roll(10)
    assert game.frames() == [0, 0, 0, 0, 0, 0, 0, 0, 0, None]
    game.roll(10)
    assert game.frames() == [0, 0, 0, 0, 0, 0, 0, 0, 0, 30]


@proves(R2)
def tenth_spare_waits():
    """A spare in the tenth frame waits for the third roll."""
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
    game.roll(5)
    game.roll(5)
    assert game.frames() == [0, 0, 0, 0, 0, 0, 0, 0, 0, None]
    game.roll(5)
    assert game.frames() == [0, 0, 0, 0, 0, 0, 0, 0, 0, 15]


@proves(R2)
def perfect_frames():
    """All frames of a perfect game have thirty points."""
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


@proves(R3)
def score_of_nothing():
    """Nothing settled is a score of 0."""
    game = Game()
    assert game.score() == 0
    game.roll(10)
    assert game.score() == 0
    game.roll(3)
    assert game.score() == 0
    game.roll(4)
    assert game.score() == 24


@proves(R3)
def score_leaves_open_ends_out():
    """Frames without points are left out."""
    game = Game()
    game.roll(3)
    game.roll(4)
    game.roll(6)
    game.roll(4)
    assert game.score() == 7
    game.roll(2)
    assert game.score() == 19
    game.roll(3)
    assert game.score() == 24


@proves(R3)
def score_of_all_spares():
    """Twenty-one fives are 150."""
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


@proves(R3)
def score_of_an_ordinary_game():
    """A mixed game."""
    game = Game()
    game.roll(1)
    game.roll(4)
    game.roll(4)
    game.roll(5)
    game.roll(6)
    game.roll(4)
    game.roll(5)
    game.roll(5)
    game.roll(10)
    game.roll(0)
    game.roll(1)
    game.roll(7)
    game.roll(3)
    game.roll(6)
    game.roll(4)
    game.roll(10)
    game.roll(2)
    game.roll(8)
    game.roll(6)
    assert game.score() == 133
    assert game.frames() == [5, 9, 15, 20, 11, 1, 16, 20, 20, 16]


@proves(R4)
def state_at_first():
    """The game begins with frame 1 and ten pins."""
    game = Game()
    assert game.frame == 1
    assert game.standing == 10
    assert game.over is False


@proves(R4)
def state_within_frames():
    """The frame ends after two rolls or a strike."""
    game = Game()
    game.roll(3)
    assert game.frame == 1
    assert game.standing == 7
    assert game.over is False
    game.roll(4)
    assert game.frame == 2
    assert game.standing == 10
    assert game.over is False
    game.roll(10)
    assert game.frame == 3
    assert game.standing == 10
    assert game.over is False
    game.roll(0)
    assert game.frame == 3
    assert game.standing == 10
    assert game.over is False
    game.roll(10)
    assert game.frame == 4
    assert game.standing == 10
    assert game.over is False


@proves(R4)
def state_in_the_tenth_open():
    """An open tenth frame ends the game."""
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
    assert game.frame == 10
    assert game.standing == 10
    assert game.over is False
    game.roll(6)
    assert game.frame == 10
    assert game.standing == 4
    assert game.over is False
    game.roll(3)
    assert game.frame == 10
    assert game.standing == 0
    assert game.over is True


@proves(R4)
def state_in_the_tenth_spare():
    """After a spare new pins are set up for the third roll."""
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
    game.roll(6)
    game.roll(4)
    assert game.frame == 10
    assert game.standing == 10
    assert game.over is False
    game.roll(3)
    assert game.frame == 10
    assert game.standing == 0
    assert game.over is True


@proves(R4)
def state_in_the_tenth_strike():
    """After a strike new pins are set up, after the next roll the rest stands."""
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
    assert game.frame == 10
    assert game.standing == 10
    assert game.over is False
    game.roll(3)
    assert game.frame == 10
    assert game.standing == 7
    assert game.over is False
    game.roll(7)
    assert game.frame == 10
    assert game.standing == 0
    assert game.over is True


@proves(R4)
def state_in_the_tenth_strikes():
    """Two strikes leave one roll with ten pins."""
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
    game.roll(10)
    assert game.frame == 10
    assert game.standing == 10
    assert game.over is False
    game.roll(10)
    assert game.frame == 10
    assert game.standing == 0
    assert game.over is True
