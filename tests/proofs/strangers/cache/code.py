class Cache:
    def __init__(self, size):
        self.kept = {}

    def set(self, key, value):
        self.kept[key] = value

    def get(self, key):
        return self.kept.get(key)

    def get_many(self, keys):
        return [self.get(key) for key in keys]


async def fetch_all(cache, keys):
    return cache.get_many(keys)
