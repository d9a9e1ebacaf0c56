"""The code that both clients share: makes requests and reads responses, without input or output itself."""
