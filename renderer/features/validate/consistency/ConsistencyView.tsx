export function ConsistencyView(_: Readonly<Record<string, unknown>>) { return null; }
