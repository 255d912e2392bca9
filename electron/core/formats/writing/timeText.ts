/** A moment (UTC milliseconds) as files have it, ISO 8601: the day alone unless times were asked for. */
export const timeText = (at: number, times: boolean): string =>
  times ? new Date(at).toISOString() : new Date(at).toISOString().slice(0, 10);
