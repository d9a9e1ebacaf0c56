import { render } from 'preact';

render(<h1>Commonplace</h1>, document.getElementById('app') as HTMLElement);
