// Imported first: Colyseus then takes the package ws, whose sockets count their bytes, in place of Node's own WebSocket.
delete globalThis.WebSocket;
