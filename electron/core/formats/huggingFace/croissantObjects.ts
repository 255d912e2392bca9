const OBJECT_TYPES = {
  image: 'sc:Integer',
  bbox: 'cr:BoundingBox',
  category: 'sc:Integer',
  area: 'sc:Float',
  attributes: 'sc:Text',
  foreign: 'sc:Text',
} as const;

/** The lists that a column of boxes has, as fields of Croissant. */
export function objectFields(id: string, column: string, source: object): object[] {
  return Object.entries(OBJECT_TYPES).map(([name, dataType]) => ({
    '@type': 'cr:Field',
    '@id': `${id}/${name}`,
    name: `${column}/${name}`,
    dataType,
    repeated: true,
    source: { ...source, extract: { column }, transform: { jsonPath: name } },
  }));
}
