/** What Next itself costs. */
export default function EmptyPage() {
  return <p>Empty</p>
}
