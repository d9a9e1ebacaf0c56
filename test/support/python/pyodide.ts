import { loadPyodide } from 'pyodide';

/**
 * Runs a program in Pyodide, Python for browsers, with a folder of packages: `node pyodide.ts FOLDER PROGRAM`. Prints
 * its output.
 */
const [folder = '', program = ''] = process.argv.slice(2);
const python = await loadPyodide({ stdout: (line) => console.log(line) });
python.mountNodeFS('/packages', folder);
const variables = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('COMMONPLACE_')));
python.globals.set('variables', python.toPy(variables));
await python.runPythonAsync("import os, sys; os.environ.update(variables); sys.path.insert(0, '/packages')");
await python.runPythonAsync(program);
process.exit();
