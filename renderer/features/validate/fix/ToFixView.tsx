export function ToFixView(_: Readonly<Record<string, unknown>>) { return null; }
