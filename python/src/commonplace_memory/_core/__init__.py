"""What both clients share: it makes requests and reads responses, and does no input or output itself."""
