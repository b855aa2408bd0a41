"""What people look at: plots, playback in the browser, diagrams and reports."""
