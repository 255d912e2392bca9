export function FixPage(_: Readonly<Record<string, unknown>>) { return null; }
