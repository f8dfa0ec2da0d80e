@proves(R1)
def twenty_thousand_jobs():
    queue = JobQueue()
    for _ in range(20_000):
        queue.put(lambda: 1)
    assert queue.run_all() == 20_000


@proves(R1)
def filled_by_a_helper():
    queue = make_queue(20_000)
    done = queue.run_all()
    assert done == 20_000 and queue.waiting == 0


def make_queue(jobs):
    queue = JobQueue()
    count = 0
    for n in range(jobs):
        queue.put(lambda: n)
        count += 1
    return queue
