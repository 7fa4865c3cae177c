/** What a PromQL expression names: enough of its grammar to find every metric and label, and none of its meaning. */

const TOKEN =
  /\s+|#[^\n]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|\[[^\]]*\]|[a-zA-Z_:$][a-zA-Z0-9_:$]*|\d[\w.]*|=~|!~|!=|==|>=|<=|./gy;
const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const GROUPING = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right']);
const WORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan', 'atan2']);

/**
 * @typedef {{ metrics: { name: string, labels: string[] }[], grouping: string[], fault?: string }} Names
 * @param {string} expression @returns {Names}
 */
export function namesOf(expression) {
  const tokens = [...expression.matchAll(TOKEN)].map(([text]) => text).filter((text) => !/^[\s#]/.test(text));
  const names = { metrics: [], grouping: [] };
  if (tokens.some((token) => /^["'`]$/.test(token))) return { ...names, fault: 'has a text without an end' };
  const open = { '(': 0, '{': 0 };
  for (let at = 0; at < tokens.length; at++) {
    const [token, next] = [tokens[at], tokens[at + 1]];
    if (token in open) open[token]++;
    if (token === ')') open['(']--;
    if (token === '}') open['{']--;
    if (open['('] < 0 || open['{'] < 0) return { ...names, fault: 'closes what is not open' };
    if (!NAME.test(token)) continue;
    if (GROUPING.has(token) && next === '(') {
      const end = tokens.indexOf(')', at);
      names.grouping.push(...tokens.slice(at + 2, end).filter((word) => NAME.test(word)));
      at = end - 1;
      open['(']++;
    } else if (!GROUPING.has(token) && !WORDS.has(token.toLowerCase()) && !isFunction(token, next)) {
      const labels = next === '{' ? labelsFrom(tokens, at + 2) : [];
      names.metrics.push({ name: token, labels });
      const end = next === '{' ? tokens.indexOf('}', at) : -1;
      if (end !== -1) {
        at = end - 1;
        open['{']++;
      } else if (next === '{') return { ...names, fault: 'does not close what it opens' };
    }
  }
  return open['('] === 0 && open['{'] === 0 ? names : { ...names, fault: 'does not close what it opens' };
}

/** Aggregations may have their grouping between name and parenthesis. */
const isFunction = (token, next) => next === '(' || next === 'by' || next === 'without';

function labelsFrom(tokens, start) {
  const end = tokens.indexOf('}', start);
  return tokens
    .slice(start, end)
    .filter((token, index, all) => NAME.test(token) && /^(=|!=|=~|!~)$/.test(all[index + 1]));
}
