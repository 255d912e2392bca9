/** Being built. */
export default function VerdictsScreen() {
  return null;
}
