/** Whether a host name, as addresses spell it, means this very machine and nothing else. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase();
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    name === '::1' ||
    /^127(?:\.\d{1,3}){3}$/u.test(name)
  );
}
