"""A view and a worker without a screen or a process, on a clock that only the test advances."""

from flow_fakes import FakeFlowView
from loa_tk.control.engine.jobs import Message


class FakeView:
    """Records every call; scheduled calls are made when the test lets time pass."""

    def __init__(self):
        self.now = 0.0
        self.scenes, self.entries, self.errors, self.pages, self.forms = [], [], [], [], []
        self.promised, self.count = {}, 0
        self.clip, self.save_name, self.closed, self.placed = "", "", False, []
        self.series, self.fronts = None, 0
        self.bars = []
        self.open_name, self.lists, self.questions = "", [], []
        self.folder = ""

    @property
    def scene(self):
        return self.scenes[-1]

    def show(self, scene):
        assert not self.closed
        self.scenes.append(scene)

    def log(self, entry):
        self.entries.append(entry)

    def clear_log(self):
        self.entries.clear()

    def after(self, milliseconds, callback):
        self.count += 1
        self.promised[self.count] = (self.now + milliseconds / 1000, callback)
        return self.count

    def cancel(self, token):
        self.promised.pop(token, None)

    def when_drawn(self, callback):
        """Call at once, because there is nothing to draw here."""
        callback()

    def clock(self):
        return self.now

    def pass_time(self, seconds):
        """Let time pass, making the scheduled calls in their order."""
        end = self.now + seconds
        while due := sorted((at, token) for token, (at, _) in self.promised.items() if at <= end):
            at, token = due[0]
            self.now = max(self.now, at)
            self.promised.pop(token)[1]()
        self.now = end

    def clipboard(self):
        return self.clip

    def copy(self, text):
        self.clip = text

    def ask_save_name(self, title, name, kinds, folder=""):
        return self.save_name

    def ask_open_name(self, title, kinds, folder=""):
        return self.open_name

    def ask_folder(self, title):
        return self.folder

    def pick(self, scene, done, other=None):
        self.lists.append((scene, done))
        self.other = other

    def ask(self, title, text, button, done):
        self.questions.append((text, button, done))

    def progress(self, title, cancel):
        self.bars.append(FakeBar(title, cancel))
        return self.bars[-1]

    def board_picture(self):
        return b"a picture"

    def error(self, title, text):
        self.errors.append(text)

    def help(self, page):
        self.pages.append(page)

    def form(self, scene, check, done):
        self.forms.append((scene, check, done))

    def open_series(self, intents):
        self.series = FakeSeriesView(intents)
        return self.series

    def open_flow(self, intents):
        self.flow = FakeFlowView(intents)
        return self.flow

    def open_explorer(self, intents):
        self.explorer = FakeExplorerView(intents)
        return self.explorer

    def open_class(self, intents):
        self.classroom = FakeToolView(intents)
        return self.classroom

    def open_checking(self, intents):
        self.checking = FakeToolView(intents)
        return self.checking

    def front(self):
        self.fronts += 1

    def geometry(self):
        return "1000x692+5+5"

    def set_geometry(self, geometry):
        self.placed.append(geometry)

    def close(self):
        self.closed = True


class FakeBar:
    """Records the progress that it is asked to show."""

    def __init__(self, title, cancel):
        self.title, self.cancel, self.shares, self.closed = title, cancel, [], False

    def show(self, share):
        self.shares.append(share)

    def close(self):
        self.closed = True


class FakeExplorerView:
    """Records what the search explorer is asked to show."""

    def __init__(self, intents):
        self.intents, self.scenes, self.clip = intents, [], ""
        self.save_name, self.fronts, self.closed = "", 0, False

    @property
    def scene(self):
        return self.scenes[-1]

    def show(self, scene):
        assert not self.closed
        self.scenes.append(scene)

    def front(self):
        self.fronts += 1

    def ask_save_name(self, title, name, kinds, folder=""):
        return self.save_name

    def copy(self, text):
        self.clip = text

    def tree_picture(self):
        return b"a picture"

    def close(self):
        self.closed = True


class FakeToolView:
    """Records what a tool window is asked to show; the test sets what the user answers."""

    def __init__(self, intents):
        self.intents, self.scenes, self.questions = intents, [], []
        self.open_name = self.save_name = self.folder = ""
        self.fronts, self.closed = 0, False

    @property
    def scene(self):
        return self.scenes[-1]

    def show(self, scene):
        assert not self.closed
        self.scenes.append(scene)

    def front(self):
        self.fronts += 1

    def ask_open_name(self, title, kinds, folder=""):
        return self.open_name

    def ask_save_name(self, title, name, kinds, folder=""):
        return self.save_name

    def ask_folder(self, title):
        return self.folder

    def ask(self, title, text, button, done):
        self.questions.append((title, text, button, done))

    def close(self):
        self.closed = True


class FakeSeriesView:
    """Records what the series window is asked to show."""

    def __init__(self, intents):
        self.intents, self.scenes, self.forms, self.asked = intents, [], [], []
        self.questions = []
        self.save_name, self.fronts, self.closed = "", 0, False
        self.open_name = ""

    @property
    def scene(self):
        return self.scenes[-1]

    def show(self, scene):
        assert not self.closed
        self.scenes.append(scene)

    def front(self):
        self.fronts += 1

    def ask_open_name(self, title, kinds, folder=""):
        return self.open_name

    def ask_save_name(self, title, name, kinds, folder=""):
        self.asked.append((title, name, kinds))
        return self.save_name

    def ask(self, title, text, button, done):
        self.questions.append((title, text, button, done))

    def form(self, scene, check, done):
        self.forms.append((scene, check, done))

    def close(self):
        self.closed = True


class FakeWorker:
    """Runs a job in this process when the test asks for it."""

    def __init__(self):
        self.job, self.jobs, self.messages = None, [], []
        self.stopped = self.closed = False

    @property
    def busy(self):
        return self.job is not None

    def submit(self, job):
        self.job, self.stopped = job, False
        self.messages.clear()
        self.jobs.append(job)

    def stop(self):
        self.stopped = True

    def cancel(self):
        self.job = None
        self.messages.clear()

    def poll(self, most=10):
        found, self.messages = self.messages[:most], self.messages[most:]
        return found

    def close(self):
        self.closed = True

    def answer(self):
        """Run the job to its end; its messages are available at the next poll."""
        job, self.job = self.job, None
        report = job.run(
            lambda: self.stopped, lambda content: self.messages.append(Message("progress", content))
        )
        self.messages.append(Message("done", report))
        return report
