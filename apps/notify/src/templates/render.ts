/** Templates: `{{path}}` and nothing else. No code runs, and a value is never read as a template again. */
import type { TemplateFormat } from '@spanwise/contracts/notify-routing';
import { valueAt, type Attributes } from '../policies/matchers.js';

const PLACEHOLDER = /\{\{\s*([^\s{}]{1,128})\s*\}\}/g;
const MAX_OUTPUT = 16_384;

/** What is unknown stays as it is written; what is known is escaped for the format. */
export function render(template: string, values: Attributes, format: TemplateFormat): string {
  const text = template.replace(PLACEHOLDER, (placeholder, path: string) => {
    const value = valueAt(values, path);
    const known = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return known ? escapeFor(format, String(value)) : placeholder;
  });
  return text.slice(0, MAX_OUTPUT);
}

const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeFor(format: TemplateFormat, value: string): string {
  if (format === 'html') return value.replace(/[&<>"']/g, (character) => HTML[character]);
  if (format === 'markdown') return value.replace(/[\\`*_{}[\]<>()#|~!]/g, (character) => `\\${character}`);
  return value;
}
