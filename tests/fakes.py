"""A view and a worker without a screen or a process, on a clock that only the test advances."""

import time

from loa_tk.control.effects import ToolRequest
from loa_tk.control.engine.jobs import Message
from loa_tk.control.engine.runner import WORKERS
from loa_tk.control.tools import ToolLoop
from loa_tk.model.games import find_game


class FakeView:
    """Records every call; scheduled calls are made when the test lets time pass."""

    def __init__(self):
        self.now = 0.0
        self.scenes, self.entries, self.errors, self.pages, self.forms = [], [], [], [], []
        self.promised, self.count = {}, 0
        self.clip, self.save_name, self.closed, self.placed = "", "", False, []
        self.tools, self.fronts = {}, 0  # the tool windows by their names
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

    def ask(self, title, text, button, done, harmful=False, other=None):
        self.questions.append((text, button, done))
        self.other_answer = other and other[1]

    def progress(self, title, cancel):
        self.bars.append(FakeBar(title, cancel))
        return self.bars[-1]

    def image(self):
        return b"a picture"

    def error(self, title, text):
        self.errors.append(text)

    def help(self, page):
        self.pages.append(page)

    def form(self, scene, check, done):
        self.forms.append((scene, check, done))

    def open(self, name, intents):
        self.tools[name] = FakeToolView(intents)
        return self.tools[name]

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


class FakeToolView:
    """Records what a tool window is asked to show; the test sets what the user answers."""

    def __init__(self, intents):
        self.intents, self.scenes, self.questions, self.forms = intents, [], [], []
        self.open_name = self.save_name = self.folder = self.clip = ""
        self.fronts, self.closed = 0, False
        self.asked = []  # the titles, names and kinds of files to save
        self.lists = []

    @property
    def scene(self):
        return self.scenes[-1]

    def show(self, scene):
        assert not self.closed
        self.scenes.append(scene)

    def pick(self, scene, done, other=None):
        self.lists.append((scene, done))

    def front(self):
        self.fronts += 1

    def copy(self, text):
        self.clip = text

    def clipboard(self):
        return self.clip

    def image(self):
        return b"a picture"

    def ask_open_name(self, title, kinds, folder=""):
        return self.open_name

    def ask_save_name(self, title, name, kinds, folder=""):
        self.asked.append((title, name, kinds))
        return self.save_name

    def ask_folder(self, title):
        return self.folder

    def ask(self, title, text, button, done, harmful=False, other=None):
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


class FakeRun:
    """A long job that does nothing: it reports what the test hands it."""

    made = ()

    def __init__(self, job):
        self.job, self.plan, self.jobs = job, job.plan, job.processes
        self.waiting, self.done, self.error, self.stopped = [], False, "", False
        FakeRun.made += (self,)

    def poll(self):
        messages = [Message("progress", event) for event in self.waiting]
        self.waiting = []
        if self.done:
            messages.append(Message("failed", self.error) if self.error else Message("done"))
        return messages


class FakeThread:
    """Does nothing for a job that plays, and any other job when it is polled."""

    def __init__(self):
        FakeRun.made = ()
        self.now = None

    @property
    def busy(self):
        return self.now is not None

    def submit(self, job):
        self.cancel()
        self.now = FakeRun(job) if hasattr(job, "plan") else job

    def stop(self):
        self.now.stopped = True

    def cancel(self):
        if isinstance(self.now, FakeRun):
            self.now.stopped = True
        self.now = None

    close = cancel

    def poll(self, most=10):
        if isinstance(self.now, FakeRun):
            messages = self.now.poll()
        else:
            messages = [*(Message("progress", e) for e in self.now.events(None)), Message("done")]
        if messages and messages[-1].kind != "progress":
            self.now = None
        return messages


def kind(effect):
    """Return what an effect is: its class, or the function of its work."""
    work = getattr(effect, "work", None)
    function = getattr(work, "function", None) or getattr(work, "func", None) or type(effect)
    return getattr(function, "__func__", function)


def kinds(effects):
    """Return what all the effects are."""
    return [kind(effect) for effect in effects]


def one(effects, wanted):
    """Return the only effect of this kind."""
    (found,) = (effect for effect in effects if kind(effect) is wanted)
    return found


def places(worker):
    """Return what makes this worker for every place where a job may be done."""
    return {name: lambda: worker for name in ("engine", "guest", "program", "thread")}


def tool(tool, state, main=None, tell=None, worker=None):
    """Return the loop of a tool window on a main window without a screen, not yet opened."""
    main = main or FakeView()
    workers = WORKERS if worker is None else places(worker)
    clock = getattr(main, "clock", time.monotonic)
    return ToolLoop(tool, state, main, tell or (lambda effect: None), clock, workers)


def opening(game="loa5", **what):
    """Return what a tool window is opened with at the start of a game."""
    found = find_game(game)
    return ToolRequest(game=found, state=found.start, **what)
