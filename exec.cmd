@rem Lets a script of package.json begin with `exec`, as it must elsewhere for npm to pass its signals on.
@%*
