import { escapeHtml } from '@spanwise/contracts/base/escape-html';

export type PageState =
  { state: 'unknown' } | { state: 'ready' | 'acknowledged' | 'already' | 'closed'; title: string };

const SAID: Record<PageState['state'], string> = {
  unknown: 'This link was used, has expired, or never was one.',
  ready: '<form method="post"><button>Acknowledge</button></form>',
  acknowledged: 'It is acknowledged.',
  already: 'It was acknowledged before.',
  closed: 'It is over already.',
};

/** Without a script: the button is all there is, and it leads to the page itself. */
export const acknowledgePage = (page: PageState): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Spanwise</title>
<meta name="viewport" content="width=device-width">
<style>body{font:16px/1.5 system-ui;margin:3rem auto;max-width:30rem;padding:0 1rem;overflow-wrap:anywhere}button{font:inherit;padding:.6rem 1.2rem}</style>
<h1>Spanwise</h1>
${page.state === 'unknown' ? '' : `<p>${escapeHtml(page.title)}</p>\n`}${SAID[page.state]}</html>
`;
