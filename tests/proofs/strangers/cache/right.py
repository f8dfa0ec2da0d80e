@proves(R1)
def lookups_one_by_one():
    cache = Cache(100)
    cache.set("a", 1)
    assert [cache.get("a") for _ in range(10_000)] == [1] * 10_000


@proves(R1)
async def lookups_at_once():
    cache = Cache(10)
    cache.set("a", 1)
    keys = ["a", "b"] * 5_000
    found = await fetch_all(cache, keys)
    assert found[:2] == [1, None] and len(found) == 10_000
