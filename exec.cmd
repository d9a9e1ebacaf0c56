@rem Scripts of package.json begin with `exec`, a shell command that lets npm pass signals on. Windows has no `exec`.
@%*
