// RFC 6902 as far as the overlays use it: add, replace and remove.

/** Changes `document` in place. @param {object} document @param {{ op: string, path: string, value?: unknown }[]} operations */
export function applyJsonPatch(document, operations) {
  for (const operation of operations) apply(document, operation);
}

function apply(document, { op, path, value }) {
  if (!['add', 'replace', 'remove'].includes(op)) throw new Error(`the operation ${op} is not supported`);
  const names = path
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = names.pop();
  const parent = names.reduce((node, name) => node?.[name], document);
  if (parent === null || typeof parent !== 'object') throw new Error(`${path}: there is nothing to ${op} it to`);
  if (op !== 'add' && !Object.hasOwn(parent, last)) throw new Error(`${path}: there is nothing to ${op}`);
  const copy = structuredClone(value);
  if (!Array.isArray(parent)) {
    if (op === 'remove') delete parent[last];
    else parent[last] = copy;
    return;
  }
  const index = last === '-' ? parent.length : Number(last);
  if (!Number.isInteger(index) || index < 0 || index > parent.length) throw new Error(`${path}: no such position`);
  parent.splice(index, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [copy]));
}
