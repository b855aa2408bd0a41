"""What a campaign of many runs varies, keeps and requires: words and numbers, nothing computed."""
