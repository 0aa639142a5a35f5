// Passes on all changes in your games. `token` returns your login token; the result stops it.
export function followGames(service, token, tell) {
  let cursor, stream, pause = 1000, stopped = false

  async function open() {
    try {
      const headers = { authorization: `Bearer ${token()}`, 'content-type': 'application/json' }
      const answer = await fetch(`${service}/v1/tickets`, { method: 'POST', headers, body: '{}' })
      if (!answer.ok) throw new Error(await answer.text())
      const query = new URLSearchParams({ ticket: (await answer.json()).ticket, ...(cursor && { after: cursor }) })
      if (stopped) return
      stream = new EventSource(`${service}/v1/account/events?${query}`)
      stream.onmessage = (event) => {
        pause = 1000
        cursor = event.lastEventId
        tell(JSON.parse(event.data))
      }
      stream.onerror = again // its ticket is used
    } catch {
      again()
    }
  }

  function again() {
    stream?.close()
    if (!stopped) setTimeout(open, pause)
    pause = Math.min(2 * pause, 30000)
  }

  open()
  return () => {
    stopped = true
    stream?.close()
  }
}
