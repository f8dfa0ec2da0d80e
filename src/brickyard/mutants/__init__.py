"""Would the tests notice if the code were wrong? Small changes to it, made and judged inside."""
