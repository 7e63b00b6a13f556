/** Measures the scripts of Next without any of the site. */
export default function EmptyPage() {
  return <p>Empty</p>
}
