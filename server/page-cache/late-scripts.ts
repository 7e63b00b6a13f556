const asyncScript = /<script src="([^"]+)" async=""><\/script>/g
const scriptPreload = /<link rel="preload" as="script"[^>]*>/g

/** Scripts delay the first paint on a slow phone, and pages are readable without them; see docs/decisions/0047. */
export function loadScriptsAfterPaint(html: string): string {
  const sources = [...html.matchAll(asyncScript)].map(([, source]) => source)
  const load = `for(const source of ${JSON.stringify(sources)}){const script=document.createElement("script");script.src=source;document.head.append(script)}`
  return html
    .replace(asyncScript, '')
    .replace(scriptPreload, '')
    .replace('</body>', () => `<script>requestAnimationFrame(()=>setTimeout(()=>{${load}}))</script></body>`)
}
