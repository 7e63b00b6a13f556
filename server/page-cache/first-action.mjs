// @ts-check
{
  const { visit = '', scripts = '[]', when } = document.currentScript?.dataset ?? {}
  /** @type {{ src: string, type?: string }[]} */
  const waiting = [{ src: visit, type: 'module' }, ...JSON.parse(scripts)]
  /** @type {HTMLButtonElement | undefined} */
  let clicked
  const controller = new AbortController()
  const options = { signal: controller.signal, passive: true }

  const load = (count = waiting.length) => {
    for (const script of waiting.splice(0, count))
      // Without `async` they run in this order.
      document.head.append(Object.assign(document.createElement('script'), script, { async: false }))
  }
  /** The start of the scripts takes long, so the response to the action is painted before. @param {() => void} run */
  const afterPaint = (run) => requestAnimationFrame(() => setTimeout(run))
  const loadAll = () => {
    controller.abort()
    afterPaint(() => load())
  }
  // After "Back" the router loads the page of the new URL.
  for (const type of ['pointerup', 'pointercancel', 'keydown', 'focusin', 'click', 'popstate'])
    addEventListener(type, loadAll, options)
  // Browsers also send this event for a pointer that rests over a new page.
  addEventListener('pointermove', (event) => (event.movementX || event.movementY) && loadAll(), options)

  /** Keeps the click on a button without a native action. @param {Event} event */
  const keep = (event) => {
    if (event.defaultPrevented || !(event.target instanceof Element)) return
    /** @type {HTMLButtonElement | null} */
    const button = event.target.closest('button[type="button"]')
    if (button && !button.commandForElement) clicked = button
  }
  addEventListener('click', keep)
  new MutationObserver((_, observer) => {
    observer.disconnect()
    removeEventListener('click', keep)
    clicked?.click()
  }).observe(document.documentElement, { attributeFilter: ['data-hydrated'] })

  /** One part at a time, so that tools that print or photograph the whole page find it complete. */
  const complete = () => {
    const part = document.querySelector('.below-fold')
    part?.classList.remove('below-fold')
    if (part) whenIdle(complete)
    else delete document.documentElement.dataset.loading
  }
  // Safari has no idle callbacks.
  const whenIdle = window.requestIdleCallback ?? setTimeout
  addEventListener('load', () => whenIdle(complete))

  // Browsers use the first color; `BrowserColor` in components/site/theme.tsx adapts it later.
  if (document.documentElement.dataset.theme === 'dark')
    document.head.prepend(
      Object.assign(document.createElement('meta'), { name: 'theme-color', content: '#0d1620' }),
    )
  afterPaint(() => load(when === 'painted' ? undefined : 1))
}
