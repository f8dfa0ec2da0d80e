"""Hold-outs: cases by somebody who saw neither the code nor its tests."""
