/** Templates: `{{path}}` and nothing else. No code runs, and a value is never read as a template again. */
import { escapeHtml } from '@spanwise/contracts/base/escape-html';
import type { TemplateFormat } from '@spanwise/contracts/notify/routing';
import { cutText } from '@spanwise/contracts/base/cut-text';
import { valueAt, type Attributes } from '../policies/matchers.js';
import { escapeMarkdown } from '../../channels/providers/message-text.js';
import { PATH_OF_KEY } from './template-fields.js';

const PLACEHOLDER = /\{\{\s*([^\s{}]{1,128})\s*\}\}/g;
const MAX_OUTPUT = 16_384;

/** A field is named by its path or by its key. What is unknown stays as it is written; what is known is escaped for the format. */
export function render(template: string, values: Attributes, format: TemplateFormat): string {
  const text = template.replace(PLACEHOLDER, (placeholder, path: string) => {
    const value = valueAt(values, path) ?? valueAt(values, PATH_OF_KEY.get(path) ?? path);
    const known = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return known ? escapeFor(format, String(value)) : placeholder;
  });
  return cutText(text, MAX_OUTPUT);
}

function escapeFor(format: TemplateFormat, value: string): string {
  if (format === 'html') return escapeHtml(value);
  if (format === 'markdown') return escapeMarkdown(value);
  return value;
}
