// @ts-check
{
  const { visit = '', scripts = '[]', when } = document.currentScript?.dataset ?? {}
  /** @type {{ src: string, type?: string }[]} */
  const waiting = [{ src: visit, type: 'module' }, ...JSON.parse(scripts)]
  /** @type {HTMLButtonElement | undefined} */
  let clicked
  let controller = new AbortController()
  // After "Back" the router loads the page of the new URL.
  const actions = ['pointerup', 'pointercancel', 'keydown', 'focusin', 'click', 'popstate']

  /** Without `async` scripts run in this order. */
  const load = (count = waiting.length) => {
    for (const script of waiting.splice(0, count)) {
      const element = Object.assign(document.createElement('script'), script, { async: false })
      if (!script.type)
        element.onerror = () => {
          element.remove()
          waiting.push(script)
          listen([...actions, 'online'])
        }
      document.head.append(element)
    }
  }
  /** The start of the scripts takes long, so the response to the action is painted before. @param {() => void} run */
  const afterPaint = (run) => requestAnimationFrame(() => setTimeout(run))
  const loadAll = () => {
    controller.abort()
    afterPaint(() => load())
  }
  /** @param {string[]} types */
  const listen = (types) => {
    controller.abort()
    controller = new AbortController()
    for (const type of types) addEventListener(type, loadAll, { signal: controller.signal, passive: true })
  }
  listen(actions)
  // Browsers also send this event for a pointer that rests over a new page.
  addEventListener('pointermove', (event) => (event.movementX || event.movementY) && loadAll(), {
    signal: controller.signal,
    passive: true,
  })

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
