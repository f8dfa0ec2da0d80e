class JobQueue:
    def __init__(self):
        self.jobs = []

    def put(self, job):
        self.jobs.append(job)

    def run_all(self):
        count = len(self.jobs)
        for job in self.jobs:
            job()
        self.jobs = []
        return count

    @property
    def waiting(self):
        return len(self.jobs)
