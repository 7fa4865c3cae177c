/** What all signals of OTLP share (opentelemetry-proto: common.proto, resource.proto), as protobufjs describes types. */

export const field = (id: number, type: string) => ({ id, type });
export const repeated = (id: number, type: string) => ({ id, type, rule: 'repeated' });

export const COMMON = {
  Resource: { fields: { attributes: repeated(1, 'KeyValue') } },
  Scope: { fields: { name: field(1, 'string'), version: field(2, 'string'), attributes: repeated(3, 'KeyValue') } },
  KeyValue: { fields: { key: field(1, 'string'), value: field(2, 'AnyValue') } },
  AnyValue: {
    oneofs: {
      value: {
        oneof: ['stringValue', 'boolValue', 'intValue', 'doubleValue', 'arrayValue', 'kvlistValue', 'bytesValue'],
      },
    },
    fields: {
      stringValue: field(1, 'string'),
      boolValue: field(2, 'bool'),
      intValue: field(3, 'int64'),
      doubleValue: field(4, 'double'),
      arrayValue: field(5, 'ArrayValue'),
      kvlistValue: field(6, 'KeyValueList'),
      bytesValue: field(7, 'bytes'),
    },
  },
  ArrayValue: { fields: { values: repeated(1, 'AnyValue') } },
  KeyValueList: { fields: { values: repeated(1, 'KeyValue') } },
};
