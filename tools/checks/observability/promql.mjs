/** The metrics and labels that a PromQL expression names. */
import { parser } from '@prometheus-io/lezer-promql';

/** @returns {{ metrics: { name: string, labels: string[] }[], grouping: string[], fault?: string }} */
export function namesOf(expression) {
  const names = { metrics: [], grouping: [] };
  const enter = ({ type, from, to, node }) => {
    const text = expression.slice(from, to);
    if (type.isError) names.fault = `cannot be read at "${expression.slice(from)}"`;
    else if (type.name === 'VectorSelector') names.metrics.push({ name: '', labels: [] });
    else if (type.name === 'Identifier' && node.parent.name === 'VectorSelector') names.metrics.at(-1).name = text;
    else if (type.name === 'LabelName' && node.parent.name === 'GroupingLabels') names.grouping.push(text);
    else if (type.name === 'LabelName') names.metrics.at(-1)?.labels.push(text);
  };
  parser.parse(expression).iterate({ enter });
  return names;
}
