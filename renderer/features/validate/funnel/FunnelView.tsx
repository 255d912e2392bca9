export function FunnelView(_: Readonly<Record<string, unknown>>) { return null; }
