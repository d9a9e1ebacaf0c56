"""The code that both clients share. It builds requests and reads responses, and does no I/O."""
