@proves(R1)
def the_last_of_a_thousand_routes():
    router = Router()
    for n in range(1_000):
        router.register(f"/item/{n}", lambda: "ok")
    assert router.find("/item/999") == "/item/999"


@proves(R1)
def a_path_without_a_route():
    router = router_of([f"/a/{x}/{y}" for x in range(50) for y in range(20)])
    assert router.find("/b") is None


@proves(R1)
def routes_with_a_prefix():
    router = Router("/api")
    [router.register(f"/api/v{n // 100}/r{n}", make_handler(n)) for n in range(1000)]
    assert router.find("/api/v3/r345") == "/api/v3/r345"


def make_handler(n):
    def handler():
        return str(n)

    return handler
