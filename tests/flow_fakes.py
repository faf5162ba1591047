"""A Flow Free window for the tests of its controller: it records every scene and question."""


class FakeFlowView:
    """A FlowView that records what it is asked to show."""

    def __init__(self, intents):
        self.intents, self.scenes, self.forms = intents, [], []
        self.open_name, self.save_name, self.fronts, self.closed = "", "", 0, False
        self.asked = []  # the names proposed for files to save

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
        self.asked.append(name)
        return self.save_name

    def form(self, scene, check, done):
        self.forms.append((scene, check, done))

    def close(self):
        self.closed = True
